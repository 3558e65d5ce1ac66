import DoorClosed from 'lucide-react/icons/door-closed'
import UserRoundX from 'lucide-react/icons/user-round-x'
import type { ClosedRoute } from '../web/registry.ts'
import { useSession } from '../web/session.ts'
import { Empty, NoAccess, MyPermissionsButton } from '../../ui/no-access.tsx'
import { Page } from '../../ui/page.tsx'
import { noPolicyAttached, pageOfInactivePlugin } from '../messages.ts'

/**
 * Shown instead of a page the session cannot open: the missing permission, the missing storage feature, or that the
 * plugin is not active.
 */
export const Forbidden = ({ page, title, inactive }: Pick<ClosedRoute, 'page' | 'title' | 'inactive'>) => {
  const { withheld } = useSession()
  const { actions = [], unavailable } = withheld.find((one) => one.page === page) ?? {}
  if (inactive !== undefined)
    return (
      <Page title={title || '404 Not Found'}>
        <Empty icon={DoorClosed} title="This page is not available" text={pageOfInactivePlugin(inactive)} />
      </Page>
    )
  return (
    <Page title={title || '403 Forbidden'}>
      {unavailable === undefined ? (
        <NoAccess title={`You cannot open ${title || 'this page'}`} needs={actions.map((action) => ({ action }))} />
      ) : (
        <Empty icon={DoorClosed} title="Not available on this storage" text={unavailable} />
      )}
    </Page>
  )
}

/** Shown instead of the home page to accounts without any policy. */
export const NoPermissions = ({ title }: { title: string }) => {
  const { account } = useSession()
  return (
    <Page title={title || '403 Forbidden'}>
      <Empty
        icon={UserRoundX}
        title="You have no permissions yet"
        text={noPolicyAttached(account)}
        action={<MyPermissionsButton />}
      />
    </Page>
  )
}
