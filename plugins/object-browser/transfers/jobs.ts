/** Folder that files were selected with: `id` identifies the selection, `key` ends with a slash. */
type Folder = { id: string; key: string }

/** A file to store under a key. */
export type Upload = { bucket: string; key: string; file: Blob; folder?: Folder }

/**
 * An object or version to save as a file; `size` in bytes. `zip` is the address of a generated zip, which differs each
 * time; its `size` is approximate.
 */
export type Download = { bucket: string; key: string; size: number; version: string; zip?: string }

/** A long operation on the storage; `size` is the number of objects. `verbs` are "Restoring" and "Restored". */
export type Task = {
  bucket: string
  key: string
  size: number
  verbs: readonly [busy: string, done: string]
  run: (how: JobCallbacks) => Promise<void>
}

/** An upload, a download, or an operation on the storage. */
export type Job = Upload | Download | Task

export const isUpload = (job: Job): job is Upload => 'file' in job

export const isTask = (job: Job): job is Task => 'run' in job

/** Sorted by importance for the user. */
export const states = ['failed', 'running', 'paused', 'waiting', 'cancelled', 'done'] as const

export type State = (typeof states)[number]

/**
 * State of one transfer: sizes in bytes, `rate` in bytes per second (0 until known). Tasks count objects instead of
 * bytes.
 */
export type Transfer = {
  id: number
  kind: 'upload' | 'download' | 'task'
  /** Verbs of a task: "Restoring", "Restored". */
  verbs?: Task['verbs']
  bucket: string
  key: string
  /** Folder whose row includes this transfer, unless it has failed. */
  folder?: Folder
  size: number
  sent: number
  rate: number
  state: State
  /** Why it failed, for users; `status` is the HTTP status, 0 without a response. */
  reason?: string
  status?: number
}

/** Result of a run of the queue, from its first transfer until none is left. */
export type Outcome = { done: number; failed: number; cancelled: number }

/** Totals of all transfers: counts by state, and bytes of active and waiting ones by direction. */
export type Totals = { counts: Readonly<Record<State, number>>; size: number; sent: number; up: number; down: number }

/**
 * Why a transfer is stopped: `paused` ones resume later, `left` ones may be resumed by another page, `cancelled` ones
 * are over.
 */
export type StopReason = 'paused' | 'left' | 'cancelled'

/** Callbacks of a job: `onKept` reports bytes that need no transfer, `onProgress` all bytes that have arrived. */
export type JobCallbacks = { onKept: (sent: number) => void; onProgress: (sent: number) => void; signal: AbortSignal }

/** Runs one job; rejects when `signal` fires, whose reason is a `Stop`. State kept for a job lets it resume later. */
export type RunJob = (job: Job, how: JobCallbacks) => Promise<void>
