import { useQuery } from '../../../core/location.ts'
import { Tabs } from '../../../core/ui/tabs.tsx'
import type { Charts } from '../widgets.ts'
import { type Tab, tabs } from './charts/layout.ts'

const INFO = { id: 'info', label: 'Info' } as const

type View = Tab | typeof INFO.id

/** The part of the dashboard that the address names: its charts, where there are any, or what the storage is like. */
export const useView = (charts: Charts | undefined) => {
  const [wanted, setView] = useQuery('view', INFO.id)
  const tab = charts && tabs.find(({ id }) => id === wanted)?.id
  const view: View = tab ?? INFO.id
  return { view, tab, setView }
}

/** The parts of the dashboard; `charts`: without what the storage is like. */
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
