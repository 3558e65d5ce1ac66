import { useEffect, useRef, useState } from 'react'
import { bytes, count, type Failure, displayName } from 'stowage'
import { subscribeFeed } from 'stowage/web'
import { Banner, Button, Dialog, Figures } from 'stowage/ui'
import { finding } from '../../finding/contract.ts'
import * as styles from '../remove.css.ts'
import * as messages from '../../messages.ts'

/** Dialog that counts the objects below a folder, or in a bucket; can be stopped, and keeps the result so far. */
export const Size = ({ bucket, folder, onClose }: { bucket: string; folder: string; onClose: () => void }) => {
  const [sum, setSum] = useState<{ objects: number; size: number }>()
  const [state, setState] = useState<'running' | 'stopped' | 'done'>('running')
  const [failure, setFailure] = useState<Failure>()
  const leave = useRef(() => {})
  useEffect(() => {
    leave.current = subscribeFeed(
      finding.measure,
      {
        onMessage: ({ objects, size, state: now }) => {
          setSum({ objects, size })
          if (now === 'done') setState('done')
        },
        onEnd: (ended) => {
          if (!ended) return
          setFailure(ended)
          setState('stopped')
        },
      },
      { params: { bucket }, query: { prefix: folder } },
    )
    return () => leave.current()
  }, [bucket, folder])
  const stop = () => {
    leave.current()
    setState('stopped')
  }
  const from = state === 'stopped' ? 'At least ' : ''
  return (
    <Dialog
      title={folder ? 'Folder Size' : 'Bucket Size'}
      size="confirm"
      onClose={onClose}
      footer={
        <>
          {state === 'running' && <Button onPress={stop}>Stop</Button>}
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      {failure && <Banner tone="danger">{failure.message}</Banner>}
      <p className={styles.summary}>
        <strong>{displayName(folder || bucket)}</strong>{' '}
        {state === 'running'
          ? 'is being calculated.'
          : state === 'done'
            ? folder
              ? 'including subfolders.'
              : 'without earlier versions.'
            : messages.wasNotCountedCompletely}
      </p>
      <div aria-live="polite">
        <Figures
          of={[
            { label: 'Objects', value: sum && `${from}${count(sum.objects)}` },
            { label: 'Size', value: sum && `${from}${bytes(sum.size)}` },
          ]}
        />
      </div>
    </Dialog>
  )
}
