import SearchX from 'lucide-react/icons/search-x'
import { useMemo } from 'react'
import { count, counted, duration, displayName } from 'stowage'
import { useQuery } from 'stowage/web'
import { Button, Page, Row as Line, Search, Spacer, Toolbar, useNarrow } from 'stowage/ui'
import { columnsOf } from '../columns.tsx'
import { countOf, noun, type Row, sizeOf, toRow } from '../items.ts'
import { ChosenObjects, ObjectTable, useChosen } from '../object-table.tsx'
import { browseAddress } from '../path.ts'
import { headOf } from '../head.tsx'
import { Scope, useArrivingFocus } from '../scope.tsx'
import { useBucketVersioning } from '../use-bucket-versioning.ts'
import { useObjectActions } from '../use-object-actions.tsx'
import { SearchFilters, queryOf, type FilterInputs } from './filters.tsx'
import * as styles from './search-page.css.ts'
import { type SearchProgress, useSearchBelow } from './use-search.ts'
import * as messages from '../../messages.ts'

/** Pattern in the address for any name. */
const ALL = '*'

/** Address of a search below a folder. */
export const searchAddress = (bucket: string, folder: string, text: string) =>
  `${browseAddress(bucket, folder)}?find=${encodeURIComponent(text || ALL)}`

const states = {
  running: ({ scanned, took }: SearchProgress) =>
    `${counted(scanned, noun)} searched${took > 0 ? `, ${count(Math.round((scanned / took) * 1000))} per second` : ''}`,
  paused: ({ scanned }: SearchProgress) => messages.searchContinues(counted(scanned, noun)),
  stopped: ({ scanned, at, failure }: SearchProgress) =>
    failure ? failure.message : `Stopped at ${displayName(at)} after ${counted(scanned, noun)}`,
  done: ({ scanned, took }: SearchProgress) =>
    `${counted(scanned, noun)} searched in ${duration(Math.max(1, took / 1000))}`,
}

/** Number of matches, and of objects scanned. */
const summaryOf = (progress: SearchProgress, rows: readonly Row[]) =>
  `${countOf(rows)} found · ${states[progress.state](progress)}`

const useFilterInputs = (): [FilterInputs, (name: keyof FilterInputs, value: string) => void] => {
  const [min, setMin] = useQuery('min')
  const [max, setMax] = useQuery('max')
  const [since, setSince] = useQuery('since')
  const [before, setBefore] = useQuery('before')
  const [tag, setTag] = useQuery('tag')
  const set = { min: setMin, max: setMax, since: setSince, before: setBefore, tag: setTag }
  return [{ min, max, since, before, tag }, (name, value) => set[name](value)]
}

/** Results of a search below a folder, while it continues. */
export const SearchPage = ({ bucket, path: prefix }: { bucket: string; path: string }) => {
  const [text, setText] = useQuery('find')
  const [inputs, setInput] = useFilterInputs()
  const { found: progress, again: restart, goOn: resume, stop } = useSearchBelow(bucket, prefix, queryOf(text, inputs))
  const { items, state } = progress
  const versioning = useBucketVersioning(bucket)
  const width = useNarrow() ? 'narrow' : 'wide'
  const columns = useMemo(() => columnsOf(bucket, width), [bucket, width])
  const rows = useMemo(() => items.map((item) => toRow(item, prefix)), [items, prefix])
  const chosen = useChosen(rows)
  const onChanged = () => {
    chosen.clear()
    restart()
  }
  const { actions, loadRights, dialogs } = useObjectActions({
    ...{ bucket, prefix, rows, versioning, onChanged },
    listed: 'found',
    chosen: chosen.rows,
  })
  const inFolder = /[*?]/.test(text) || !text ? '' : `?search=${encodeURIComponent(text)}`
  return (
    <Page {...headOf({ bucket, prefix, width })}>
      <Toolbar>
        <Search
          label="Search below this folder"
          value={text === ALL ? '' : text}
          onChange={(next) => setText(next || ALL)}
        />
        <span ref={useArrivingFocus()}>
          <Scope value="below" other={browseAddress(bucket, prefix) + inFolder} />
        </span>
        <Spacer />
        <ChosenObjects {...{ chosen, actions }} text={sizeOf(chosen.rows)} />
      </Toolbar>
      <SearchFilters typed={inputs} onChange={setInput} />
      <Line wrap gap={3} className={styles.state}>
        <p className={styles.progress} aria-live={state === 'running' ? 'off' : 'polite'}>
          {summaryOf(progress, rows)}
        </p>
        {state === 'running' && progress.at && <p className={styles.at}>{`now at ${displayName(progress.at)}`}</p>}
        {state === 'running' && (
          <Button size="sm" onPress={stop}>
            Stop
          </Button>
        )}
        {(state === 'paused' || state === 'stopped') && (
          <Button size="sm" onPress={resume}>
            Continue
          </Button>
        )}
        {state !== 'running' && (
          <Button size="sm" onPress={restart}>
            Search Again
          </Button>
        )}
      </Line>
      <ObjectTable
        {...{ columns, chosen, actions, countOf }}
        rows={rows.length === 0 && state === 'running' ? undefined : rows}
        name="found"
        onPreload={loadRights}
        sort={state === 'done' ? 'client' : 'none'}
        empty={{ icon: SearchX, title: 'No matches.', text: messages.searchHelp }}
      />
      {dialogs}
    </Page>
  )
}
