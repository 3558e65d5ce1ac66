import { useQuery } from 'stowage/web'
import { Tabs } from 'stowage/ui'
import type { Charts } from '../widgets.ts'
import { type Tab, tabs } from './charts/layout.ts'

const INFO = { id: 'info', label: 'Info' } as const

type View = Tab | typeof INFO.id

/** The view in the address: charts, if available, or the storage's state. */
export const useView = (charts: Charts | undefined) => {
  const [wanted, setView] = useQuery('view', INFO.id)
  const tab = charts && tabs.find(({ id }) => id === wanted)?.id
  const view: View = tab ?? INFO.id
  return { view, tab, setView }
}

/** Tabs of the dashboard; with `charts`, without the storage's state. */
export const Views = ({
  view,
  onChange,
  of = 'all',
}: {
  view: View
  onChange: (view: View) => void
  of?: 'all' | 'charts'
}) => (
  <Tabs<View>
    label="Parts of the dashboard"
    value={view}
    onChange={onChange}
    items={[...(of === 'all' ? [INFO] : []), ...tabs.map(({ id, label }) => ({ id, label }))]}
  />
)
