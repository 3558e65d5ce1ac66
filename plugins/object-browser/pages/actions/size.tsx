import { useEffect, useRef, useState } from 'react'
import { bytes, count, type Failure, displayName } from 'stowage'
import { subscribeFeed } from 'stowage/web'
import { Banner, Button, Dialog, Stats } from 'stowage/ui'
import { finding } from '../../finding/contract.ts'
import * as styles from '../remove.css.ts'
import * as messages from '../../messages.ts'

/** Dialog that counts the objects below a folder, or in a bucket; can be stopped, and keeps the result so far. */
export const Size = ({ bucket, folder, onClose }: { bucket: string; folder: string; onClose: () => void }) => {
  const [sum, setSum] = useState<{ objects: number; size: number }>()
  const [state, setState] = useState<'running' | 'stopped' | 'done'>('running')
  const [failure, setFailure] = useState<Failure>()
  const unsubscribe = useRef(() => {})
  useEffect(() => {
    unsubscribe.current = subscribeFeed(
      finding.measure,
      {
        onMessage: ({ objects, size, state: newState }) => {
          setSum({ objects, size })
          if (newState === 'done') setState('done')
        },
        onEnd: (error) => {
          if (!error) return
          setFailure(error)
          setState('stopped')
        },
      },
      { params: { bucket }, query: { prefix: folder } },
    )
    return () => unsubscribe.current()
  }, [bucket, folder])
  const stop = () => {
    unsubscribe.current()
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
            : messages.countIncomplete}
      </p>
      <div aria-live="polite">
        <Stats
          of={[
            { label: 'Objects', value: sum && `${from}${count(sum.objects)}` },
            { label: 'Size', value: sum && `${from}${bytes(sum.size)}` },
          ]}
        />
      </div>
    </Dialog>
  )
}
