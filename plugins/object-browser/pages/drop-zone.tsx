import CircleSlash from 'lucide-react/icons/circle-slash'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { showError } from 'stowage/web'
import { Icon, Stack, Row } from 'stowage/ui'
import { type Chosen, fromDrop } from '../transfers/collect.ts'
import * as styles from './drop-zone.css.ts'
import * as messages from '../messages.ts'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

type DropZoneProps = {
  label: string
  /** Why nothing can be dropped here. */
  blocked: string | false
  onChosen: (chosen: readonly Chosen[]) => void
  children: ReactNode
}

/** Accepts files and folders dropped anywhere on it, and shows so while they hover. */
export const DropZone = ({ label, blocked, onChosen, children }: DropZoneProps) => {
  const [isOver, setIsOver] = useState(false)
  // counts enter and leave events, because entering a child precedes leaving its parent
  const depth = useRef(0)
  const move = (step: 1 | -1) => (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    depth.current += step
    setIsOver(depth.current > 0)
  }
  const drop = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    depth.current = 0
    setIsOver(false)
    if (blocked) return
    fromDrop(event.dataTransfer.items).then(onChosen, () => showError(new Error(messages.droppedFilesUnreadable)))
  }
  return (
    <Stack
      className={styles.zone}
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <Row gap={3} justify="center" className={styles.target}>
          <Icon of={blocked ? CircleSlash : CloudUpload} size={20} /> {blocked || label}
        </Row>
      )}
    </Stack>
  )
}
