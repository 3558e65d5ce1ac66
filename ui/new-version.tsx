import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Button } from './button.tsx'
import { Empty } from './load-failure.tsx'
import { newConsoleVersion, reloadForNewVersion } from './messages.ts'

export const ReloadButton = () => (
  <Button tone="primary" where="browser" icon={RefreshCw} onPress={() => window.location.reload()}>
    Reload
  </Button>
)

/** Says that the server has another build than this tab, and offers to reload the page. */
export const NewVersion = () => (
  <Empty icon={RefreshCw} title={newConsoleVersion} text={reloadForNewVersion} action={<ReloadButton />} />
)
