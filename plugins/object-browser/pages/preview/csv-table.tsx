import { useEffect, useMemo, useState } from 'react'
import { bytes as size, count } from '../../../../core/format.ts'
import { Button } from '../../../../core/ui/button.tsx'
import { Switch } from '../../../../core/ui/choice.tsx'
import { Select } from '../../../../core/ui/field.tsx'
import { Search } from '../../../../core/ui/search.tsx'
import { counted } from '../../../../core/ui/words.ts'
import { encodingOf } from '../../magic.ts'
import { guessSeparator, parseCsv, type Separator, separators, wholeLines } from './csv.ts'
import { Foot, Trouble } from './foot.tsx'
import { Grid } from './grid.tsx'
import * as styles from './preview.css.ts'
import type { Source } from './read.ts'
import { joined, useBytes } from './use-content.ts'

const KiB = 1024

/** So many rows are shown at first, and as many more each time. */
const ROWS = 500

const options = Object.entries(separators).map(([value, label]) => ({ value, label }))

/** The first rows of a text whose lines are rows. */
export const CsvTable = ({ source, switcher }: { source: Source; switcher: React.ReactNode }) => {
  const { pieces, bytes, more, error, loading } = useBytes(source, { step: 256 * KiB, most: 8192 * KiB })
  const [wanted, setWanted] = useState(ROWS)
  const [names, setNames] = useState(true)
  const [chosen, setChosen] = useState<Separator>()
  const [search, setSearch] = useState('')
  const text = useMemo(() => {
    const all = joined(pieces)
    const decoded = new TextDecoder(encodingOf(all.subarray(0, 4)) ?? 'utf-8').decode(all)
    return bytes < source.size ? wholeLines(decoded) : decoded
  }, [pieces])
  const separator = chosen ?? guessSeparator(text)
  const all = useMemo(() => parseCsv(text, separator), [text, separator])
  const rows = names ? all.slice(1) : all
  const lacking = rows.length < wanted && more !== undefined && !error
  useEffect(() => {
    if (lacking && !loading) more?.()
  }, [lacking, loading])
  if (error && bytes === 0) return <Trouble error={error} />
  const seen = rows.slice(0, wanted)
  const width = (names ? all[0] : seen[0])?.length ?? 0
  const isAll = seen.length === rows.length && !more
  return (
    <>
      <div className={styles.tools}>
        {switcher}
        <Search label="Search in these rows" value={search} onChange={setSearch} />
        <span className={styles.push} />
        <Switch label="First row names the columns" value={names} onChange={setNames} />
        <span className={styles.split}>
          <Select
            label="Split at"
            value={separator}
            options={options}
            onChange={(next) => setChosen(next as Separator)}
          />
        </span>
      </div>
      <Grid label="Rows" names={names ? all[0] : undefined} rows={seen} search={search} />
      <Foot error={error} note="text">
        {`${isAll ? 'All' : 'First'} ${counted(seen.length, { one: 'row', many: 'rows' })}, ${counted(width, { one: 'column', many: 'columns' })}.`}
        {` ${size(bytes)} of ${size(source.size)} read.`}
        {search && ' The search looks at these rows only.'}
        {!isAll && (
          <Button
            tone="quiet"
            size="sm"
            busy={loading ? 'Loading' : undefined}
            onPress={() => setWanted(wanted + ROWS)}
          >
            {`Load ${count(ROWS)} more`}
          </Button>
        )}
      </Foot>
    </>
  )
}
