import ScrollText from 'lucide-react/icons/scroll-text'
import { useQuery } from '../../../core/location.ts'
import { Select, TextInput } from '../../../core/ui/field.tsx'
import { Filter, Filters } from '../../../core/ui/filters.tsx'
import { readCapture } from '../../../core/ui/capture.ts'
import { LivePage } from '../../../core/ui/live-page.tsx'
import { useLive } from '../../../core/ui/use-live.ts'
import { type Level, levels, LogLine, logs } from '../contract.ts'
import { columns } from './columns.tsx'
import { LineDetails } from './line.tsx'
import { LogTabs } from './log-tabs.tsx'

const words: Record<Level, string> = { all: 'All', warning: 'Warning and above', error: 'Error and above' }

/** What the storage writes into its log, as it does. */
export const ErrorsPage = () => {
  const [node, setNode] = useQuery('node')
  const [level, setLevel] = useQuery('level', 'all')
  const [api, setApi] = useQuery('api')
  const chosen = levels.find((one) => one === level) ?? 'all'
  const live = useLive(logs.follow, { query: { node: node.trim(), level: chosen, api: api.trim() } })
  const state = live.phase === 'stopped' ? ('open' as const) : ('locked' as const)
  return (
    <LivePage
      title="Logs"
      icon={ScrollText}
      what="the log"
      tabs={<LogTabs value="errors" />}
      live={live}
      noun={{ one: 'line', many: 'lines' }}
      columns={columns}
      needs={[{ action: 'admin:ConsoleLog' }]}
      idle={{ title: 'The log is not followed yet', text: 'Set the filters, then start it: the last lines come first, and new ones as they are written.' }}
      quiet={{ title: 'No lines received yet', text: 'Lines that pass the filters appear here as the storage writes them.' }}
      capture={{ read: (text) => readCapture(LogLine, text) }}
      drawer={({ row, ...open }) => <LineDetails line={row} {...open} />}
    >
      <Filters>
        <Filter label="Node">
          <TextInput placeholder="All" state={state} value={node} onChange={setNode} />
        </Filter>
        <Filter label="Level">
          <Select options={levels.map((value) => ({ value, label: words[value] }))} state={state} value={chosen} onChange={setLevel} />
        </Filter>
        <Filter label="API">
          <TextInput placeholder="Any" state={state} value={api} onChange={setApi} />
        </Filter>
      </Filters>
    </LivePage>
  )
}
