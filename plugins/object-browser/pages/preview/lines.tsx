import { type ReactNode, useMemo } from 'react'
import { bytes as size } from 'stowage'
import { Button } from 'stowage/ui'
import { Foot, Trouble } from './foot.tsx'
import { hexLines } from './hex.ts'
import * as styles from './preview.css.ts'
import { type Content, isPart, readOf } from './content.ts'
import { joined, useBytes } from './use-content.ts'
import { useText } from './use-text.tsx'
import * as messages from '../../messages.ts'

const KiB = 1024

/** Bytes per read, and most bytes displayed. */
const portions = {
  text: { step: 256 * KiB, maxBytes: 4096 * KiB },
  hex: { step: 16 * KiB, maxBytes: 256 * KiB },
} as const

type LinesProps = { content: Content; as: 'text' | 'hex'; switcher: ReactNode }

/** Content as text, or as a hex dump. */
export const Lines = ({ content, as, switcher }: LinesProps) => {
  const { pieces, bytes, complete, more, error, loading } = useBytes(content, portions[as])
  const { text, note, picker } = useText(pieces, complete)
  const lines = useMemo(() => (as === 'hex' ? hexLines(joined(pieces)) : text), [pieces, as, text])
  return (
    <>
      <div className={styles.tools}>
        {switcher}
        <span className={styles.push} />
        {as === 'text' && picker}
      </div>
      {error && bytes === 0 ? (
        <Trouble error={error} />
      ) : (
        <div
          className={styles.sheet}
          tabIndex={0}
          role="region"
          aria-label={as === 'hex' ? 'Bytes' : 'Text'}
          aria-busy={loading}
        >
          <pre className={styles.lines[as]}>{lines}</pre>
        </div>
      )}
      <Foot error={bytes > 0 ? error : undefined} note={as === 'text' ? 'text' : undefined}>
        {content.size === 0 && !content.decompressed ? messages.objectIsEmpty : readOf(content, bytes)}
        {content.note && ` ${content.note}`}
        {!complete && !more && !isPart(content) && messages.previewTruncated(size(portions[as].maxBytes))}
        {as === 'text' && note}
        {more && (
          <Button tone="quiet" size="sm" busy={loading ? 'Loading' : undefined} onPress={() => more()}>
            Load more
          </Button>
        )}
      </Foot>
    </>
  )
}
