import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Download from 'lucide-react/icons/download'
import FileClock from 'lucide-react/icons/file-clock'
import History from 'lucide-react/icons/history'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Trash from 'lucide-react/icons/trash'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react'
import { showError, useCall } from 'stowage/web'
import { bytes, count, counted, duration, displayName } from 'stowage'
import { Button, Icon, IconButton, Progress, Row } from 'stowage/ui'
import { noun } from '../pages/items.ts'
import { lastName } from '../pages/path.ts'
import { parts, type StoredPart } from '../parts.ts'
import { checksumOf } from './crc32.ts'
import * as styles from './dock.css.ts'
import type { Transfer } from './jobs.ts'
import { confirmAbort } from './confirm-abort.ts'
import { adoptEntry, type Entry, removeEntry } from './unfinished.ts'
import { uploads } from './uploads.ts'
import * as messages from '../messages.ts'

const marks = { done: CircleCheck, failed: CircleAlert, cancelled: CircleSlash } as const

const kinds = {
  upload: { icon: Upload, verbs: ['Uploading', 'Uploaded'] },
  download: { icon: Download, verbs: ['Downloading', 'Downloaded'] },
  task: { icon: History, verbs: ['Working on', 'Done'] },
} as const

const verbsOf = ({ kind, verbs }: Transfer) => verbs ?? kinds[kind].verbs

const markOf = ({ state, kind }: Transfer) =>
  state === 'done' || state === 'failed' || state === 'cancelled' ? marks[state] : kinds[kind].icon

/** Remaining time as short text: `28 s left`. */
export const timeLeft = (bytes: number, rate: number) => {
  const seconds = Math.ceil(bytes / rate)
  return `${seconds < 60 ? `${seconds} s` : duration(seconds)} left`
}

/** Progress of a transfer: `636 MiB of 1.0 GiB · 184 MiB/s · 2 s left`. */
const progressText = (transfer: Transfer) => {
  const { state, size, sent, rate, reason, kind } = transfer
  const [busy, done] = verbsOf(transfer)
  // the size of a task without one is only known at its end
  if (kind === 'task' && state === 'running')
    return `${busy} · ${size > 0 ? `${count(sent)} of ` : ''}${counted(Math.max(size, sent), noun)}`
  if (kind === 'task' && state === 'done') return `${counted(sent, noun)} · ${done}`
  if (state === 'waiting') return kind === 'task' ? 'Waiting' : `${bytes(size)} · Waiting`
  if (state === 'done') return `${bytes(size)} · ${done}`
  if (state === 'cancelled') return 'Cancelled'
  if (state === 'paused') return `Paused · ${bytes(sent)} of ${bytes(size)}`
  if (state === 'failed') return reason ?? 'The transfer failed'
  if (sent >= size) return `${bytes(size)} · Finishing`
  return `${bytes(sent)} of ${bytes(size)}${rate ? ` · ${bytes(rate)}/s · ${timeLeft(size - sent, rate)}` : ''}`
}

/** Attributes of a row from its list. */
type RowProps = ComponentProps<'li'>

/** One transfer with its progress and actions. */
export const TransferRow = ({ transfer, rowProps }: { transfer: Transfer; rowProps: RowProps }) => {
  const { id, kind, bucket, key, size, sent, state } = transfer
  const name = displayName(lastName(key) || bucket)
  const label = `${verbsOf(transfer)[0]} ${name}`
  const isOpen = state === 'running' || state === 'paused'
  return (
    <Row as="li" gap={4} className={styles.row} {...rowProps}>
      <span className={styles.mark[state]}>
        <Icon of={markOf(transfer)} />
      </span>
      <div className={styles.body[isOpen || state === 'failed' ? 'lines' : 'line']}>
        <div className={styles.name} title={displayName(`${bucket}/${key}`)}>
          {name}
        </div>
        <div className={state === 'failed' ? styles.reason : styles.statusText}>{progressText(transfer)}</div>
        {isOpen && <Progress value={size ? Math.min(1, sent / size) : 'running'} label={label} look="thin" />}
      </div>
      <Row as="span" gap={1} className={styles.actions}>
        {state === 'running' && kind !== 'task' && (
          <IconButton icon={Pause} label={`Pause ${name}`} onPress={() => uploads.pause(id)} />
        )}
        {state === 'paused' && <IconButton icon={Play} label={`Resume ${name}`} onPress={() => uploads.resume(id)} />}
        {(state === 'running' || state === 'waiting' || state === 'paused') && (
          <IconButton icon={X} label={`Cancel ${name}`} onPress={() => uploads.cancel(id)} />
        )}
        {state === 'failed' && (
          <IconButton icon={RotateCcw} label={`Retry ${name}`} onPress={() => uploads.retry(id)} />
        )}
      </Row>
    </Row>
  )
}

/** Why a selected file is not the one of an interrupted upload; undefined if it is, as far as can be determined. */
const mismatchOf = async ({ key, name = lastName(key), size }: Entry, file: File, stored: readonly StoredPart[]) => {
  if (file.name !== name) return 'its name is different'
  if (file.size !== size) return messages.sizeDiffers(bytes(file.size), bytes(size))
  const first = stored.find(({ number, crc32 }) => number === 1 && crc32 !== undefined)
  if (first && (await checksumOf(file.slice(0, first.size))) !== first.crc32) return 'its content is different'
  return undefined
}

/** An interrupted upload: the file can be selected again to resume, or the upload aborted. */
export const UnfinishedRow = ({ entry, rowProps }: { entry: Entry; rowProps: RowProps }) => {
  const { bucket, key, id, size } = entry
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()
  const request = { params: { bucket }, query: { key, id } }
  const { data, error } = useCall(parts.listParts, request)
  const stored = data?.parts ?? []
  const storedBytes = stored.reduce((sum, part) => sum + part.size, 0)
  const name = displayName(lastName(key))
  const isGone = error?.status === 404
  useEffect(() => {
    if (isGone) removeEntry({ id })
  }, [isGone, id])

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    const why = await mismatchOf(entry, file, stored)
    setWrong(why && messages.differentFile(why))
    if (why) return
    adoptEntry(entry, file)
    uploads.add([{ bucket, key, file }])
  }
  const abortUpload = () => confirmAbort(entry, messages.deletePartsHelp(name))
  if (isGone) return null
  return (
    <Row as="li" gap={4} className={styles.row} {...rowProps}>
      <span className={styles.mark.unfinished}>
        <Icon of={FileClock} />
      </span>
      <div className={styles.body.lines}>
        <div className={styles.name} title={displayName(`${bucket}/${key}`)}>
          {name}
        </div>
        <Progress value={size ? storedBytes / size : 0} label={`Stored part of ${name}`} look="thin" />
        <div className={wrong ? styles.reason : styles.statusText} role={wrong && 'alert'}>
          {wrong ?? (error ? error.message : messages.uploadInterrupted(bytes(storedBytes), bytes(size)))}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={`File of ${name}`}
          onChange={(event) => void choose(event).catch(showError)}
        />
      </div>
      <Row as="span" gap={1} className={styles.actions}>
        <Button size="sm" onPress={() => input.current?.click()}>
          Choose File
        </Button>
        <IconButton icon={Trash} label={`Abort ${name}`} onPress={() => void abortUpload()} />
      </Row>
    </Row>
  )
}
