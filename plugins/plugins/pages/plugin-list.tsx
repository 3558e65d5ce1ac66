import Puzzle from 'lucide-react/icons/puzzle'
import { counted } from 'stowage'
import { column, ListPage, Status, TwoLines, useNarrow, useRows } from 'stowage/ui'
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

const State = ({ of: plugin }: { of: Installed }) => {
  const problem = problemOf(plugin)
  const isNarrow = useNarrow()
  if (problem === undefined) return <Status tone="ok">On</Status>
  const off = <Status tone={plugin.origin === 'added' ? 'danger' : 'unknown'}>Off</Status>
  if (!isNarrow) return <TwoLines second={problem}>{off}</TwoLines>
  return (
    <>
      {off} {problem}
    </>
  )
}

const columns = [
  column.name('Plugin', ({ id }: Installed) => id, {
    id: 'name',
    width: 'minmax(0, 2fr)',
    cell: ({ id }) => <strong>{id}</strong>,
    below: contributions,
  }),
  column.text('Version', ({ version }: Installed) => version, { width: '100px', narrow: 'hidden' }),
  column.text('Origin', ({ origin }: Installed) => (origin === 'added' ? 'Added' : 'Built-in'), {
    width: '110px',
    narrow: 'hidden',
  }),
  column.text('State', (plugin: Installed) => problemOf(plugin) ?? 'On', {
    width: 'minmax(0, 2fr)',
    narrow: 'second',
    cell: (plugin) => <State of={plugin} />,
  }),
]

/** The list of plugins that a call returns. */
export const PluginList = ({ call }: { call: (typeof plugins)[keyof typeof plugins] }) => (
  <ListPage
    title="Plugins"
    list={{
      noun: { one: 'plugin', many: 'plugins' },
      source: useRows(useCall(call), ({ plugins }) => plugins),
      rowKey: ({ id }) => id,
      columns,
      empty: { icon: Puzzle, title: 'No plugins', text: messages.consoleHasNoPlugins },
      table: { lines: 2, sort: 'none' },
    }}
  />
)
