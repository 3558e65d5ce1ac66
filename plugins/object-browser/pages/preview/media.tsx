import { type SyntheticEvent, useState } from 'react'
import { bytes, count } from 'stowage'
import { Foot, Trouble } from './foot.tsx'
import * as styles from './preview.css.ts'
import type { Source } from './content.ts'
import { ContentFrame } from './content-frame.tsx'

/** Determines from outside whether the frame's content loaded, since no script runs in it. */
const outcomeOf = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
  const shows = currentTarget.contentDocument?.querySelector<HTMLImageElement | HTMLMediaElement>('img, audio, video')
  if (!shows) return 'failed'
  if (shows.tagName === 'IMG') {
    const { naturalWidth, naturalHeight } = shows as HTMLImageElement
    return naturalWidth > 0 ? `${count(naturalWidth)} × ${count(naturalHeight)} px` : 'failed'
  }
  return (shows as HTMLMediaElement).error ? 'failed' : ''
}

/** Image, audio or video in an iframe without scripts. */
export const Media = ({ source }: { source: Source }) => {
  const { size } = source
  const [outcome, setOutcome] = useState('')
  if (outcome === 'failed') return <Trouble />
  return (
    <>
      <ContentFrame source={source} className={styles.frame} onLoad={(event) => setOutcome(outcomeOf(event))} />
      <Foot note={undefined}>{[bytes(size), outcome].filter(Boolean).join(' · ')}</Foot>
    </>
  )
}
