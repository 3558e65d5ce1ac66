import { bytes } from 'stowage'
import { Icon } from 'stowage/ui'
import { encodingOf, SNIFFED_BYTES, sniff } from '../../sniff.ts'
import { iconOf } from '../icons.ts'
import * as styles from './preview.css.ts'
import { LARGEST } from './preview.tsx'
import type { Source } from './content.ts'
import { ContentFrame } from './content-frame.tsx'
import { useContent } from './use-content.ts'
import * as messages from '../../messages.ts'

/** Small preview of an object: an image, audio or video, or the first lines of a text. */
export const Thumbnail = ({ source }: { source: Source }) => {
  const { path } = source
  const { data } = useContent(source, (content) => {
    const head = content.head.subarray(0, SNIFFED_BYTES)
    const { kind } = sniff(head)
    const text = kind === 'text' ? new TextDecoder(encodingOf(head) ?? 'utf-8').decode(head) : ''
    return { kind, text, size: content.size }
  })
  const tooLarge = data?.kind === 'image' && data.size > LARGEST
  const isMedia = data && !tooLarge && (data.kind === 'image' || data.kind === 'audio' || data.kind === 'video')
  if (isMedia) return <ContentFrame source={source} className={styles.thumbnail} />
  return (
    <div className={styles.thumbnail}>
      {data?.text ? (
        <pre className={styles.lines.text}>{data.text}</pre>
      ) : (
        <div className={styles.nothing}>
          <Icon of={iconOf(path)} size={20} />
          {tooLarge && <span>{messages.noPreviewAbove(bytes(LARGEST))}</span>}
        </div>
      )}
    </div>
  )
}
