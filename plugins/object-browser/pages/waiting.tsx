import { Row } from 'stowage/ui'
import { useEffect, useState } from 'react'
import * as styles from './folder.css.ts'
import * as messages from '../messages.ts'

const sentences = [
  { from: 6, text: messages.storageMayBeBusy },
  { from: 3, text: messages.stillLoading },
  { from: 0, text: 'Loading' },
]

/** Loading message of a folder, which changes after 3 and 6 seconds (spec/2 section 2). */
export const Waiting = () => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((last) => last + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Row as="p" className={styles.waiting} role="status">
      {sentences.find(({ from }) => seconds >= from)?.text}
    </Row>
  )
}
