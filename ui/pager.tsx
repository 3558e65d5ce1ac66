import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { count } from '../core/protocol/format.ts'
import { IconButton } from './button.tsx'
import * as styles from './pager.css.ts'
import type { Noun } from './noun.ts'
import { capitalize } from './noun.ts'

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
const pageLinks = (page: number, last: number): (number | 'gap')[] => {
  const pages = Array.from({ length: last }, (_, index) => index + 1).filter(
    (item) => item === 1 || item === last || Math.abs(item - page) <= SIBLINGS,
  )
  return pages.flatMap((item, index) =>
    index > 0 && item - (pages[index - 1] ?? 0) > 1 ? ['gap' as const, item] : [item],
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
        {capitalize(total === 1 ? noun.one : noun.many)}
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
          {pageLinks(page, last).map((item, index) =>
            item === 'gap' ? (
              <span key={`gap-${index}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={item}
                type="button"
                className={styles.page}
                aria-label={`Page ${item}`}
                aria-current={item === page ? 'page' : undefined}
                onClick={() => onChange(item)}
              >
                {count(item)}
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
