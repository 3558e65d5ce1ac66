import { useQuery } from 'stowage/web'
import { AuditPage } from './audit.tsx'
import { ErrorsPage } from './errors.tsx'

/** The storage's log and its audit log (spec/3 on Logs). */
const LogsPage = () => {
  const [tab] = useQuery('tab', 'errors')
  return tab === 'audit' ? <AuditPage /> : <ErrorsPage />
}

export default LogsPage
