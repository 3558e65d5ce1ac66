import { useEffect, useMemo, useState } from 'react'
import { bytes as size, count, counted } from 'stowage'
import { Button, Search, Select, Switch, TextGrid } from 'stowage/ui'
import { guessSeparator, parseCsv, type Separator, separators, splitSeparatorLine } from './csv.ts'
import { Foot, Trouble } from './foot.tsx'

import * as styles from './preview.css.ts'
import { type Content, isPart, readOf } from './content.ts'
import { useBytes } from './use-content.ts'
import { useText } from './use-text.tsx'
import * as messages from '../../messages.ts'

const KiB = 1024

/** Number of rows displayed at first, and added each time. */
const ROWS = 500

/** Bytes that a table reads at first. */
const STEP = 256 * KiB

/** Most bytes that a table reads of an object. */
const MAX_BYTES = 8192 * KiB

const options = Object.entries(separators).map(([value, label]) => ({ value, label }))

/** First rows of a CSV text. */
export const CsvTable = ({ content, switcher }: { content: Content; switcher: React.ReactNode }) => {
  const { pieces, bytes, complete, more, error, loading } = useBytes(content, { step: STEP, maxBytes: MAX_BYTES })
  const [rowLimit, setWanted] = useState(ROWS)
  const [names, setNames] = useState(true)
  const [chosen, setChosen] = useState<Separator>()
  const [search, setSearch] = useState('')
  const { text, note, picker } = useText(pieces, complete)
  const { separator: stated, body } = useMemo(() => splitSeparatorLine(text), [text])
  const separator = useMemo(() => chosen ?? stated ?? guessSeparator(body), [chosen, stated, body])
  const all = useMemo(() => parseCsv(body, separator, complete ? 'file' : 'beginning'), [body, separator, complete])
  const rows = names ? all.slice(1) : all
  const needsMore = rows.length < rowLimit && more !== undefined && !error
  useEffect(() => {
    // rows are wide: doubles the bytes read so far
    if (needsMore && !loading) more(Math.max(STEP, bytes))
  }, [needsMore, loading])
  if (error && bytes === 0) return <Trouble error={error} />
  const visible = rows.slice(0, rowLimit)
  const width = (names ? all[0] : visible[0])?.length ?? 0
  const isAll = complete && visible.length === rows.length
  const hasMore = visible.length < rows.length || more !== undefined
  const loadMore = () => {
    if (error && visible.length === rows.length) more?.(Math.max(STEP, bytes))
    else setWanted(rowLimit + ROWS)
  }
  return (
    <>
      <div className={styles.tools}>
        {switcher}
        <Search label="Search in these rows" value={search} onChange={setSearch} />
        <span className={styles.push} />
        <Switch label="First row has column names" value={names} onChange={setNames} />
        {picker}
        <span className={styles.split}>
          <Select
            label="Split at"
            value={separator}
            options={options}
            onChange={(next) => setChosen(next as Separator)}
          />
        </span>
      </div>
      <TextGrid label="Rows" names={names ? all[0] : undefined} rows={visible} search={search} />
      <Foot error={error} note="text">
        {`${isAll ? 'All' : 'First'} ${counted(visible.length, { one: 'row', many: 'rows' })}, ${counted(width, { one: 'column', many: 'columns' })}.`}
        {` ${readOf(content, bytes)}`}
        {content.note && ` ${content.note}`}
        {!complete && !more && !isPart(content) && messages.tablesOnlyShowRows(size(MAX_BYTES))}
        {note}
        {search && messages.searchOnlyCoversRows}
        {hasMore && (
          <Button tone="quiet" size="sm" busy={loading ? 'Loading' : undefined} onPress={loadMore}>
            {`Load ${count(ROWS)} more`}
          </Button>
        )}
      </Foot>
    </>
  )
}
