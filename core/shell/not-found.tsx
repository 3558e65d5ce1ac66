import MapPinOff from 'lucide-react/icons/map-pin-off'
import { useSession } from '../web/session.ts'
import { useMissingFeature } from '../web/use-missing-feature.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/no-access.tsx'
import { Page } from '../../ui/page.tsx'
import * as styles from './not-found.css.ts'
import { product } from '../../ui/product.ts'
import { checkAddress, checkAddressWithoutAdminApi, noPageAtAddress, noPages, logSaysWhy } from '../messages.ts'

/** Shown at addresses without a page, or with a page hidden from the session (spec/1 2.1), and if there are none. */
export const NotFound = ({ home, isEmpty }: { home: string | undefined; isEmpty: boolean }) => {
  const { operator } = useSession()
  const unmanaged = useMissingFeature('administration') !== undefined && !operator
  return (
    <Page title={isEmpty ? product : '404 Not Found'}>
      <Empty
        icon={MapPinOff}
        title={isEmpty ? noPages : noPageAtAddress}
        text={isEmpty ? logSaysWhy : unmanaged ? checkAddressWithoutAdminApi : checkAddress}
        action={home && <Button href={home}>Back to the console</Button>}
      />
      <footer className={styles.copyright}>{`Copyright © ${new Date().getFullYear()} ${product}`}</footer>
    </Page>
  )
}
