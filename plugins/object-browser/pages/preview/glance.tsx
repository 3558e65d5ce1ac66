import { bytes, displayName } from 'stowage'
import { address } from 'stowage/web'
import { Icon } from 'stowage/ui'
import { objects } from '../../contract.ts'
import { encodingOf, HEAD, sniff } from '../../magic.ts'
import { iconOf } from '../icons.ts'
import { lastName } from '../path.ts'
import * as styles from './preview.css.ts'
import { LARGEST } from './preview.tsx'
import type { Source } from './content.ts'
import { useContent } from './use-content.ts'
import * as messages from '../../messages.ts'

/** Small preview of an object: an image, audio or video, or the first lines of a text. */
export const Glance = ({ source }: { source: Source }) => {
  const { bucket, path, version } = source
  const { data } = useContent(source, (content) => {
    const head = content.head.subarray(0, HEAD)
    const { kind } = sniff(head)
    const text = kind === 'text' ? new TextDecoder(encodingOf(head) ?? 'utf-8').decode(head) : ''
    return { kind, text, size: content.size }
  })
  const tooLarge = data?.kind === 'image' && data.size > LARGEST
  const isMedia = data && !tooLarge && (data.kind === 'image' || data.kind === 'audio' || data.kind === 'video')
  if (isMedia)
    return (
      <iframe
        className={styles.glance}
        title={`Preview of ${displayName(lastName(path))}`}
        sandbox="allow-same-origin"
        src={address(objects.preview, {
          params: { bucket },
          query: { prefix: path, encoding: 'plain', ...(version && { version_id: version }) },
        })}
      />
    )
  return (
    <div className={styles.glance}>
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
