import { write, writeSync } from 'node:fs'

/** Most bytes that wait to be written; further lines are dropped. */
const MAX_WAITING = 1024 * 1024

/** Time between two attempts on a busy pipe, in ms, and the attempts when the process ends. */
const retry = { delay: 100, atEnd: 10 }

const isBusy = (error: NodeJS.ErrnoException) => error.code === 'EAGAIN' || error.code === 'EBUSY'

const sleep = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

export type LogDestination = {
  write(line: string): void
  /** Writes the waiting lines, as far as possible. For the end of the process. */
  flushSync(): void
}

/**
 * Writes lines to a file descriptor. If that fails, for instance because the disk is full, it retries with each new
 * line and drops lines beyond 1 MiB. pino's own destination would block the process at its end until the disk has
 * space.
 */
export const createLogDestination = (
  fd: number,
  on: { failed?: (error: Error) => void; recovered?: (dropped: number) => void } = {},
): LogDestination => {
  let waiting: string[] = []
  let bytes = 0
  let chunk = Buffer.alloc(0)
  let isWriting = false
  let isFailing = false
  let dropped = 0

  const takeWaiting = () => {
    const lines = waiting.join('')
    waiting = []
    return Buffer.from(lines)
  }

  const recover = () => {
    if (!isFailing) return
    isFailing = false
    const lines = dropped
    dropped = 0
    if (lines > 0) on.recovered?.(lines)
  }

  const writeNext = () => {
    if (chunk.length === 0) chunk = takeWaiting()
    isWriting = chunk.length > 0
    if (isWriting) write(fd, chunk, end)
    else recover()
  }

  const end = (error: NodeJS.ErrnoException | null, written: number) => {
    if (error && isBusy(error)) return void setTimeout(writeNext, retry.delay)
    if (!error) {
      chunk = chunk.subarray(written)
      bytes -= written
      return writeNext()
    }
    isWriting = false
    if (isFailing) return
    isFailing = true
    on.failed?.(error)
  }

  return {
    write: (line) => {
      const length = Buffer.byteLength(line)
      if (bytes + length > MAX_WAITING) dropped += 1
      else {
        waiting.push(line)
        bytes += length
      }
      if (!isWriting) writeNext()
    },
    flushSync: () => {
      // the other thread still writes its chunk
      let rest = isWriting ? takeWaiting() : Buffer.concat([chunk, takeWaiting()])
      bytes = isWriting ? chunk.length : 0
      if (!isWriting) chunk = Buffer.alloc(0)
      for (let attempt = 0; rest.length > 0 && attempt < retry.atEnd; ) {
        try {
          rest = rest.subarray(writeSync(fd, rest))
        } catch (error) {
          if (!isBusy(error as NodeJS.ErrnoException)) return
          attempt += 1
          sleep(retry.delay)
        }
      }
    },
  }
}
