/** The folder that files were chosen with: `id` names that choice, `key` ends with a slash. */
export type Folder = { id: string; key: string }

/** A file to be stored under a key. */
export type Upload = { bucket: string; key: string; file: Blob; folder?: Folder }

/**
 * An object, or one version of it, to be saved as a file; `size` in bytes. A `zip` is what that address answers: it
 * comes anew each time, and `size` is about what is in it.
 */
export type Download = { bucket: string; key: string; size: number; version: string; zip?: string }

/**
 * Something long that the storage does by itself, of which `size` says how many objects it is about: `verbs` are
 * "Restoring" and "Restored".
 */
export type Task = {
  bucket: string
  key: string
  size: number
  verbs: readonly [busy: string, done: string]
  run: (how: How) => Promise<void>
}

/** What is carried one way or the other, or done there. */
export type Job = Upload | Download | Task

/** Whether a job sends a file. */
export const isUpload = (job: Job): job is Upload => 'file' in job

/** Whether a job carries nothing. */
export const isTask = (job: Job): job is Task => 'run' in job

/** In the order in which people look for them. */
export const states = ['failed', 'running', 'paused', 'waiting', 'cancelled', 'done'] as const

/** How a transfer stands. */
export type State = (typeof states)[number]

/**
 * One transfer as people follow it: sizes in bytes, `rate` in bytes per second (0 until it is known). What is done
 * `there` counts objects in place of bytes.
 */
export type Transfer = {
  id: number
  way: 'up' | 'down' | 'there'
  /** What is done there: "Restoring", "Restored". */
  verbs?: Task['verbs']
  bucket: string
  key: string
  /** It is listed as a part of this folder, unless it has failed. */
  folder?: Folder
  size: number
  sent: number
  rate: number
  state: State
  /** Why it failed, for people; `status` is the HTTP status, 0 for no answer. */
  reason?: string
  status?: number
}

/** How a run of the queue ended, from its first transfer to the moment when none was left. */
export type Outcome = { done: number; failed: number; cancelled: number }

/**
 * What all transfers come to: how many stand how, and of those that carry something, are under way or wait the bytes,
 * by their way.
 */
export type Totals = { counts: Readonly<Record<State, number>>; size: number; sent: number; up: number; down: number }

/**
 * Why a transfer is stopped: what is paused goes on later, what is left behind may be found again, what is cancelled is
 * over.
 */
export type Stop = 'paused' | 'left' | 'cancelled'

/**
 * How a job is carried: `onKept` is told how much of it needs no carrying any more, `onProgress` of all that is there
 * by now.
 */
export type How = { onKept: (sent: number) => void; onProgress: (sent: number) => void; signal: AbortSignal }

/**
 * Carries one job; it rejects when `signal` fires, whose reason is a `Stop`. What it keeps of a job lets it go on
 * later.
 */
export type Send = (job: Job, how: How) => Promise<void>
