import { Button, Dialog, NewKeys } from 'stowage/ui'
import type { Created } from '../../create/contract.ts'
import * as messages from '../../messages.ts'

/** Credentials of a new tenant, displayed only once, or the identity provider that manages its users. */
export const Credentials = ({ created: { console: keys }, onClose }: { created: Created; onClose: () => void }) =>
  keys ? (
    <NewKeys
      title="Tenant Created"
      keys={keys.map(({ access_key, secret_key }) => ({ accessKey: access_key, secretKey: secret_key }))}
      onClose={onClose}
    />
  ) : (
    <Dialog title="Tenant Created" onClose={onClose} footer={<Button onPress={onClose}>Done</Button>}>
      <p>{messages.providerUsersSignIn}</p>
    </Dialog>
  )
