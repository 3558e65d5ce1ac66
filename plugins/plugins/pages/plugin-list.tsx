import Puzzle from 'lucide-react/icons/puzzle'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useMemo, useState } from 'react'
import { counted } from 'stowage'
import { Button, type Column, Page, Search, Status, Table, Toolbar, TwoLines, useNarrow } from 'stowage/ui'
import { refusedPlugins, useCall } from 'stowage/web'
import type { Installed, plugins } from '../contract.ts'
import * as messages from '../messages.ts'

const kinds: Readonly<Record<string, { one: string; many: string }>> = {
  sidebar: { one: 'page', many: 'pages' },
  settings: { one: 'settings panel', many: 'settings panels' },
  search: { one: 'search', many: 'searches' },
  dialogs: { one: 'dialog', many: 'dialogs' },
  links: { one: 'link', many: 'links' },
  viewers: { one: 'viewer', many: 'viewers' },
  notices: { one: 'source of notices', many: 'sources of notices' },
}

const contributions = ({ contributes }: Installed) =>
  Object.entries(contributes)
    .filter(([kind, names]) => kinds[kind] && names.length > 0)
    .map(([kind, names]) => counted(names.length, kinds[kind] ?? { one: kind, many: kind }))
    .join(', ')

/** Why a plugin is off, on the server or in this browser. */
const problemOf = ({ id, problem }: Installed) => problem ?? refusedPlugins.get(id)

const columnsFor = (isNarrow: boolean): Column<Installed>[] => [
  {
    id: 'name',
    title: 'Plugin',
    look: 'name',
    value: ({ id }) => id,
    cell: (plugin) => (
      <TwoLines second={!isNarrow && contributions(plugin)}>
        <strong>{plugin.id}</strong>
      </TwoLines>
    ),
    narrow: 'main',
  },
  { id: 'version', title: 'Version', width: '100px', value: ({ version }) => version, narrow: 'hidden' },
  {
    id: 'origin',
    title: 'Origin',
    width: '110px',
    value: ({ origin }) => (origin === 'added' ? 'Added' : 'Built-in'),
    narrow: 'hidden',
  },
  {
    id: 'state',
    title: 'State',
    width: 'minmax(0, 2fr)',
    value: (plugin) => problemOf(plugin) ?? 'On',
    cell: (plugin) => {
      const problem = problemOf(plugin)
      if (problem === undefined) return <Status tone="ok">On</Status>
      const off = <Status tone={plugin.origin === 'added' ? 'danger' : 'unknown'}>Off</Status>
      if (isNarrow)
        return (
          <>
            {off} {problem}
          </>
        )
      return <TwoLines second={problem}>{off}</TwoLines>
    },
    narrow: 'second',
  },
]

/** The list of plugins that a call returns. */
export const PluginList = ({ call }: { call: (typeof plugins)[keyof typeof plugins] }) => {
  const { data, error, reload } = useCall(call)
  const [search, setSearch] = useState('')
  const isNarrow = useNarrow()
  const columns = useMemo(() => columnsFor(isNarrow), [isNarrow])

  return (
    <Page
      title="Plugins"
      actions={
        <Button icon={RefreshCw} onPress={reload}>
          Refresh
        </Button>
      }
    >
      <Toolbar>
        <Search label="Search Plugins" value={search} onChange={setSearch} />
      </Toolbar>
      <Table
        lines={2}
        noun={{ one: 'plugin', many: 'plugins' }}
        columns={columns}
        rows={data?.plugins}
        rowKey={({ id }) => id}
        search={search}
        onClearSearch={() => setSearch('')}
        sort="none"
        error={error}
        onRetry={reload}
        empty={{ icon: Puzzle, title: 'No plugins', text: messages.consoleHasNoPlugins }}
      />
    </Page>
  )
}
