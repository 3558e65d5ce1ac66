import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import FolderUp from 'lucide-react/icons/folder-up'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import X from 'lucide-react/icons/x'
import type { ComponentProps } from 'react'
import { bytes, count, counted, displayName } from 'stowage'
import { Icon, IconButton, Progress, Row } from 'stowage/ui'
import { lastName } from '../pages/path.ts'
import * as styles from './dock.css.ts'
import type { FolderTransfer } from './folders.ts'
import { timeLeft } from './rows.tsx'
import { uploads } from './uploads.ts'
import * as messages from '../messages.ts'

const files = { one: 'file', many: 'files' }

const marks = { done: CircleCheck, cancelled: CircleSlash, running: FolderUp, paused: FolderUp } as const

const stateOf = ({ counts }: FolderTransfer) => {
  if (counts.running + counts.waiting > 0) return 'running'
  if (counts.paused > 0) return 'paused'
  return counts.done > 0 ? 'done' : 'cancelled'
}

const progressText = ({ counts, size, finished, sent, rate }: FolderTransfer, state: keyof typeof marks) => {
  const all = Object.values(counts).reduce((sum, some) => sum + some, 0)
  const failed = counts.failed > 0 ? ` · ${count(counts.failed)} failed` : ''
  if (state === 'cancelled') return counts.failed > 0 ? `${counted(counts.failed, files)} failed` : 'Cancelled'
  if (state === 'done') return `${counted(counts.done, files)} · ${bytes(finished)} · Uploaded${failed}`
  const speed = rate > 0 ? ` · ${timeLeft(size - sent, rate)}` : ''
  return messages.transferSummary(
    state,
    count(counts.done),
    counted(all, files),
    bytes(sent),
    bytes(size),
    speed,
    failed,
  )
}

/** An uploaded folder, with all its files in one row. */
export const FolderRow = ({ folder, place }: { folder: FolderTransfer; place: ComponentProps<'li'> }) => {
  const { id, bucket, key, size, sent } = folder
  const name = displayName(lastName(key))
  const state = stateOf(folder)
  const isOpen = state === 'running' || state === 'paused'
  return (
    <Row as="li" gap={4} className={styles.row} {...place}>
      <span className={styles.mark[state]}>
        <Icon of={marks[state]} />
      </span>
      <div className={styles.body[isOpen ? 'lines' : 'line']}>
        <div className={styles.name} title={displayName(`${bucket}/${key}`)}>
          {name}
        </div>
        <div className={styles.statusText}>{progressText(folder, state)}</div>
        {isOpen && (
          <Progress value={size ? Math.min(1, sent / size) : 'running'} label={`Uploading ${name}`} look="thin" />
        )}
      </div>
      <Row as="span" gap={1} className={styles.actions}>
        {state === 'running' && (
          <IconButton icon={Pause} label={`Pause ${name}`} onPress={() => uploads.stopFolder(id, 'paused')} />
        )}
        {state === 'paused' && (
          <IconButton icon={Play} label={`Resume ${name}`} onPress={() => uploads.resumeFolder(id)} />
        )}
        {isOpen && <IconButton icon={X} label={`Cancel ${name}`} onPress={() => uploads.stopFolder(id, 'cancelled')} />}
      </Row>
    </Row>
  )
}
