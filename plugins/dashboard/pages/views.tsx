import { useQuery } from 'stowage/web'
import { Tabs } from 'stowage/ui'
import type { Charts } from '../widgets.ts'
import { type Tab, tabs } from './charts/layout.ts'

const [INFO, LATENCY] = [{ id: 'info', label: 'Info' } as const, { id: 'latency', label: 'Latency' } as const]

type View = Tab | typeof INFO.id | typeof LATENCY.id

/** The view in the address: charts, if available, or the storage's state. */
export const useView = (charts: Charts | undefined) => {
  const [requested, setView] = useQuery('view', INFO.id)
  const tab = charts && tabs.find(({ id }) => id === requested)?.id
  const view: View = tab ?? (requested === LATENCY.id ? LATENCY.id : INFO.id)
  return { view, tab, setView }
}

/** Tabs of the dashboard: `charts` alone, or only what needs no `history`. */
export const Views = ({
  view,
  onChange,
  of = 'all',
}: {
  view: View
  onChange: (view: View) => void
  of?: 'all' | 'charts' | 'no history'
}) => (
  <Tabs<View>
    label="Parts of the dashboard"
    value={view}
    onChange={onChange}
    items={[
      ...(of === 'charts' ? [] : [INFO]),
      ...(of === 'no history' ? [] : tabs.map(({ id, label }) => ({ id, label }))),
      ...(of === 'charts' ? [] : [LATENCY]),
    ]}
  />
)
