import Download from 'lucide-react/icons/download'
import SearchX from 'lucide-react/icons/search-x'
import Trash2 from 'lucide-react/icons/trash'
import { useMemo, useState } from 'react'
import { count, counted, duration, displayName } from 'stowage'
import { useQuery } from 'stowage/web'
import { Button, type Column, Page, Search, Selected, Spacer, Table, Toolbar, useNarrow } from 'stowage/ui'
import { useActs } from '../acts/use-acts.tsx'
import { columnsOf } from '../columns.tsx'
import { download, downloadAll } from '../download.ts'
import { countOf, noun, type Row, sizeOf, toRow } from '../items.ts'
import { deletionTargetsOf } from '../deletion-actions.ts'
import { useUnlockable } from '../object/use-object.ts'
import { PathBar } from '../path-bar.tsx'
import { browseAddress } from '../path.ts'
import { headOf } from '../head.ts'
import { Scope, useArrivingFocus } from '../scope.tsx'
import { useRowRights } from '../row-rights.ts'
import { useBucketVersioning } from '../use-bucket-versioning.ts'
import { useRemoval } from '../use-removal.tsx'
import { useUploadRefusal } from '../use-upload.ts'
import { FindFilters, queryOf, type Typed } from './filters.tsx'
import * as styles from './found.css.ts'
import { type SearchProgress, useSearchBelow } from './use-search.ts'
import * as messages from '../../messages.ts'

/** Pattern in the address for any name. */
const ALL = '*'

/** Address of a search below a folder. */
export const findAddress = (bucket: string, folder: string, text: string) =>
  `${browseAddress(bucket, folder)}?find=${encodeURIComponent(text || ALL)}`

const states = {
  running: ({ looked, took }: SearchProgress) =>
    `${counted(looked, noun)} searched${took > 0 ? `, ${count(Math.round((looked / took) * 1000))} per second` : ''}`,
  paused: ({ looked }: SearchProgress) => messages.searchedSoFarContinue(counted(looked, noun)),
  stopped: ({ looked, at, failure }: SearchProgress) =>
    failure ? failure.message : `Stopped at ${displayName(at)} after ${counted(looked, noun)}`,
  done: ({ looked, took }: SearchProgress) =>
    `${counted(looked, noun)} searched in ${duration(Math.max(1, took / 1000))}`,
}

/** Number of matches, and of objects scanned. */
const sumOf = (found: SearchProgress, rows: readonly Row[]) => `${countOf(rows)} found · ${states[found.state](found)}`

const useTyped = (): [Typed, (name: keyof Typed, value: string) => void] => {
  const [min, setMin] = useQuery('min')
  const [max, setMax] = useQuery('max')
  const [since, setSince] = useQuery('since')
  const [before, setBefore] = useQuery('before')
  const [tag, setTag] = useQuery('tag')
  const set = { min: setMin, max: setMax, since: setSince, before: setBefore, tag: setTag }
  return [{ min, max, since, before, tag }, (name, value) => set[name](value)]
}

/** Results of a search below a folder, while it continues. */
export const FoundPage = ({ bucket, path: prefix }: { bucket: string; path: string }) => {
  const [text, setText] = useQuery('find')
  const [typed, type] = useTyped()
  const { found, again, goOn, stop } = useSearchBelow(bucket, prefix, queryOf(text, typed))
  const { items, state } = found
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const versioning = useBucketVersioning(bucket)
  const width = useNarrow() ? 'narrow' : 'wide'
  const changed = () => {
    setSelected(new Set())
    again()
  }
  const removal = useRemoval(bucket, versioning.keeps, changed)
  const columns: readonly Column<Row>[] = useMemo(() => columnsOf(bucket, width), [bucket, width])
  const rows = useMemo(() => items.map((item) => toRow(item, prefix)), [items, prefix])
  const chosen = rows.filter(({ path }) => selected.has(path))
  const { refusal, reach } = useRowRights(bucket, prefix, chosen)
  const upload = useUploadRefusal(bucket, prefix)
  const unlockable = useUnlockable(bucket, versioning.versioned)
  const acts = useActs({ bucket, prefix, upload, refusal, unlockable, onChanged: changed })
  const actions = [
    {
      label: 'Download',
      icon: Download,
      disabled:
        (chosen.some(({ kind }) => kind === 'folder') && messages.foldersCannotBeDownloaded) ||
        refusal(chosen, 'download'),
      onSelect: () => void downloadAll(bucket, chosen),
    },
    {
      label: 'Delete',
      icon: Trash2,
      tone: 'danger' as const,
      disabled: refusal(chosen, 'delete'),
      onSelect: () => removal.remove(deletionTargetsOf(chosen)),
    },
    ...acts.of(chosen),
  ]
  const arrival = useArrivingFocus()
  return (
    <Page
      {...headOf(bucket, prefix, width)}
      skip="Skip to objects"
      {...(width === 'wide' && { tabs: <PathBar bucket={bucket} path={prefix} /> })}
    >
      <Toolbar>
        <Search
          label="Search below this folder"
          value={text === ALL ? '' : text}
          onChange={(next) => setText(next || ALL)}
        />
        <span ref={arrival}>
          <Scope
            value="below"
            other={
              browseAddress(bucket, prefix) + (/[*?]/.test(text) || !text ? '' : `?search=${encodeURIComponent(text)}`)
            }
          />
        </span>
        <Spacer />
        <Selected
          count={chosen.length}
          text={sizeOf(chosen)}
          noun={noun}
          onClear={() => setSelected(new Set())}
          actions={actions}
          seen={2}
        />
      </Toolbar>
      <FindFilters typed={typed} onChange={type} />
      <div className={styles.state}>
        <p className={styles.progress} aria-live={state === 'running' ? 'off' : 'polite'}>
          {sumOf(found, rows)}
        </p>
        {state === 'running' && found.at && <p className={styles.at}>{`now at ${displayName(found.at)}`}</p>}
        {state === 'running' ? (
          <Button size="sm" onPress={stop}>
            Stop
          </Button>
        ) : (
          <>
            {state !== 'done' && (
              <Button size="sm" onPress={goOn}>
                Continue
              </Button>
            )}
            <Button size="sm" onPress={again}>
              Search Again
            </Button>
          </>
        )}
      </div>
      <Table
        rows={rows.length === 0 && state === 'running' ? undefined : rows}
        columns={columns}
        rowKey={({ path }) => path}
        noun={noun}
        name="found"
        countOf={countOf}
        selection={{ keys: selected, onChange: setSelected, actions }}
        actions={(row) => [
          ...(row.kind === 'object'
            ? [
                {
                  label: 'Download',
                  icon: Download,
                  disabled: refusal([row], 'download'),
                  onSelect: () => void download(bucket, row),
                },
              ]
            : []),
          ...acts.of([row]),
          {
            label: 'Delete',
            icon: Trash2,
            tone: 'danger' as const,
            disabled: refusal([row], 'delete'),
            onSelect: () => removal.remove(deletionTargetsOf([row])),
          },
        ]}
        onReach={reach}
        sort={state === 'done' ? 'client' : 'none'}
        empty={{
          icon: SearchX,
          title: 'No matches.',
          text: messages.searchForPartOfName,
        }}
      />
      {removal.dialog}
      {acts.dialog}
    </Page>
  )
}
