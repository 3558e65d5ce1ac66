import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { count } from '../core/protocol/format.ts'
import { IconButton } from './button.tsx'
import * as styles from './pager.css.ts'
import type { Noun } from './words.ts'
import { capitalised } from './words.ts'

type PagerProps = {
  /** Starting at 1. */
  page: number
  onChange: (page: number) => void
  total: number
  /** Rows per page. */
  size: number
  noun: Noun
}

/** Pages offered on each side of the current one. */
const SIBLINGS = 3

/** Page links: first, last, those around the current one, and gaps. */
const choices = (page: number, last: number): (number | 'gap')[] => {
  const near = Array.from({ length: last }, (_, index) => index + 1).filter(
    (each) => each === 1 || each === last || Math.abs(each - page) <= SIBLINGS,
  )
  return near.flatMap((each, index) =>
    index > 0 && each - (near[index - 1] ?? 0) > 1 ? ['gap' as const, each] : [each],
  )
}

/** Pagination of a list: "Showing 1 - 5 out of 12 Total Servers". */
export const Pager = ({ page, onChange, total, size, noun }: PagerProps) => {
  const last = Math.max(1, Math.ceil(total / size))
  const from = (page - 1) * size + 1
  const to = Math.min(from + size - 1, total)
  return (
    <div className={styles.foot}>
      <span role="status">
        Showing {count(Math.min(from, total))} - {count(to)} out of {count(total)} Total{' '}
        {capitalised(total === 1 ? noun.one : noun.many)}
      </span>
      {last > 1 && (
        <nav className={styles.pages} aria-label="Go to">
          <span className={styles.label}>Go to</span>
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            disabled={page === 1 && 'This is the first page'}
            onPress={() => onChange(page - 1)}
          />
          {choices(page, last).map((each, index) =>
            each === 'gap' ? (
              <span key={`gap-${index}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={each}
                type="button"
                className={styles.page}
                aria-label={`Page ${each}`}
                aria-current={each === page ? 'page' : undefined}
                onClick={() => onChange(each)}
              >
                {count(each)}
              </button>
            ),
          )}
          <IconButton
            icon={ChevronRight}
            label="Next page"
            disabled={page === last && 'This is the last page'}
            onPress={() => onChange(page + 1)}
          />
        </nav>
      )}
    </div>
  )
}
