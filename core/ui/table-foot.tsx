import { count } from '../format.ts'
import { Button } from './button.tsx'
import * as styles from './table.css.ts'
import type { TableProps } from './table-props.ts'
import { capitalised, counted, type Noun } from './words.ts'

const hiddenText = (hidden: number, noun: Noun) =>
  `${counted(hidden, noun)} ${hidden === 1 ? 'is' : 'are'} hidden by the search.`

/** Under "No user matches": how many the search hides, and whether it saw all there are. */
export const noMatchText = (rows: number, noun: Noun, partial: boolean | undefined) =>
  partial ? `Only the first ${counted(rows, noun)} are searched.` : hiddenText(rows, noun)

const loadedText = (rows: number, searching: boolean, noun: Noun, more: { loading: boolean }) => {
  if (searching) return `Only the first ${counted(rows, noun)} are searched.`
  return `First ${counted(rows, noun)} loaded. ${more.loading ? 'Loading more.' : 'Scroll for more.'}`
}

type FootProps = Pick<TableProps<never>, 'noun' | 'search' | 'more' | 'error' | 'onRetry' | 'total'> & {
  rows: readonly unknown[]
  /** How many the search leaves. */
  shown: number
}

/** What is loaded, what a search hides, and what could not be loaded again. */
export const TableFoot = ({ rows, shown, noun, search, more, error, onRetry, total }: FootProps) => {
  const all = rows.length
  const parts = [
    shown < all && `${count(shown)} of ${counted(all, noun)}. ${hiddenText(all - shown, noun)}`,
    more?.partial && loadedText(all, !!search, noun, more),
    shown === all && !more?.partial && counted(all, noun) + (total ? `, ${total}` : ''),
    error && `${capitalised(noun.many)} could not be loaded again. ${error.message}`,
  ].filter((part) => typeof part === 'string')
  return (
    <div className={styles.foot}>
      <span role="status">{parts.map((part) => part.replace(/\.?$/, parts.length > 1 ? '.' : '$&')).join(' ')}</span>
      {error && onRetry && (
        <Button tone="quiet" size="sm" onPress={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
