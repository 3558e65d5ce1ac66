import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { count } from '../core/protocol/format.ts'
import { IconButton } from './button.tsx'
import { Search } from './search.tsx'
import * as styles from './text-search.css.ts'
import { searchTextRequired } from './messages.ts'

/** Positions of a query in a text, in order, ignoring case. */
export const matchesIn = (text: string, query: string): { start: number; end: number }[] =>
  query === ''
    ? []
    : [...text.matchAll(new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu'))].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
      }))

/** Searches a text and steps through the matches. */
export const useTextSearch = (text: string) => {
  const [query, setQuery] = useState('')
  const [step, setStep] = useState(0)
  const matches = useMemo(() => matchesIn(text, query), [text, query])
  const total = matches.length
  // an edit may remove the current match
  const at = total > 0 ? ((step % total) + total) % total : -1
  return {
    query,
    setQuery: (next: string) => {
      setQuery(next)
      setStep(0)
    },
    matches,
    at,
    move: (by: 1 | -1) => total > 0 && setStep(at + by),
  }
}

export type TextSearch = ReturnType<typeof useTextSearch>

/** Search field above a text: Enter goes to the next match, Shift+Enter to the previous one. */
export const FindBar = ({
  search: { query, setQuery, matches, at, move },
  label,
}: {
  search: TextSearch
  label: string
}) => {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // must not submit the surrounding form
    event.preventDefault()
    move(event.shiftKey ? -1 : 1)
  }
  const none = matches.length === 0 && (query === '' ? searchTextRequired : 'No matches')
  return (
    <div className={styles.bar} onKeyDown={onKeyDown}>
      <Search label={label} value={query} onChange={setQuery} />
      <span className={styles.count} role="status">
        {query !== '' && (none || `${count(at + 1)} of ${count(matches.length)}`)}
      </span>
      <IconButton icon={ArrowUp} label="Previous match" look="bordered" disabled={none} onPress={() => move(-1)} />
      <IconButton icon={ArrowDown} label="Next match" look="bordered" disabled={none} onPress={() => move(1)} />
    </div>
  )
}
