import { useMemo } from 'react'
import { bytes as size } from '../../../../core/format.ts'
import { Button } from '../../../../core/ui/button.tsx'
import { encodingOf } from '../../magic.ts'
import { Foot, Trouble } from './foot.tsx'
import { hexLines } from './hex.ts'
import * as styles from './preview.css.ts'
import type { Source } from './read.ts'
import { joined, useBytes } from './use-content.ts'

const KiB = 1024

/** How much is read at once, and how much is shown at most. */
const portions = { text: { step: 256 * KiB, most: 4096 * KiB }, hex: { step: 16 * KiB, most: 256 * KiB } } as const

/** An object's bytes as letters, or as what they are. */
export const Lines = ({ source, as }: { source: Source; as: 'text' | 'hex' }) => {
  const { pieces, bytes, more, error, loading } = useBytes(source, portions[as])
  const text = useMemo(() => {
    const all = joined(pieces)
    return as === 'hex' ? hexLines(all) : new TextDecoder(encodingOf(all.subarray(0, 4)) ?? 'utf-8').decode(all)
  }, [pieces, as])
  if (error && bytes === 0) return <Trouble error={error} />
  return (
    <>
      <div
        className={styles.sheet}
        tabIndex={0}
        role="region"
        aria-label={as === 'hex' ? 'Bytes' : 'Text'}
        aria-busy={loading}
      >
        <pre className={styles.lines[as]}>{text}</pre>
      </div>
      <Foot error={error} note={as === 'text' ? 'text' : undefined}>
        {source.size === 0 ? 'The object is empty.' : `${size(bytes)} of ${size(source.size)} read.`}
        {more && (
          <Button tone="quiet" size="sm" busy={loading ? 'Loading' : undefined} onPress={more}>
            Load more
          </Button>
        )}
      </Foot>
    </>
  )
}
