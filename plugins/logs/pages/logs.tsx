import { useQuery } from 'stowage/web'
import { AuditPage } from './audit.tsx'
import { ErrorsPage } from './errors.tsx'

/** What the storage writes into its log, and the calls that it has served (spec/3 on Logs). */
const LogsPage = () => {
  const [tab] = useQuery('tab', 'errors')
  return tab === 'audit' ? <AuditPage /> : <ErrorsPage />
}

export default LogsPage
