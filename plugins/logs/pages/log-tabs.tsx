import { useQuery } from '../../../core/location.ts'
import { Tabs } from '../../../core/ui/tabs.tsx'

const tabs = [
  { id: 'errors', label: 'Error Logs' },
  { id: 'audit', label: 'Audit Logs' },
] as const

/** The two logs. */
export const LogTabs = ({ value }: { value: (typeof tabs)[number]['id'] }) => {
  const [, setTab] = useQuery('tab', 'errors')
  return <Tabs label="Logs" value={value} onChange={setTab} items={tabs} />
}
