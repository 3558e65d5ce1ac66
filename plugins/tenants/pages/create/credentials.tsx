import Download from 'lucide-react/icons/download'
import { Banner, Button, CopyButton, Details, Dialog, saveTextFile } from 'stowage/ui'
import { mono } from 'stowage/classes'
import type { Created } from '../../create/contract.ts'
import * as messages from '../../messages.ts'

const row = (label: string, text: string) => ({
  label,
  value: <span className={mono}>{text}</span>,
  action: <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />,
})

const rowsOf = (access: string, secret: string, number: string) => [
  row(`Access Key${number}`, access),
  row(`Secret Key${number}`, secret),
]

/** Credentials of a new tenant, displayed only once, or the identity provider that manages its users. */
export const Credentials = ({ created: { console: keys }, onClose }: { created: Created; onClose: () => void }) => (
  <Dialog
    title="Tenant Created"
    onClose={onClose}
    footer={
      <>
        {keys && (
          <Button
            tone="primary"
            where="browser"
            icon={Download}
            onPress={() =>
              saveTextFile('credentials.json', `${JSON.stringify({ console: keys }, null, 2)}\n`, 'application/json')
            }
          >
            Download
          </Button>
        )}
        <Button onPress={onClose}>Done</Button>
      </>
    }
  >
    {keys ? (
      <>
        <Banner tone="warning">{messages.secretKeyShownOnlyNow}</Banner>
        <Details
          rows={keys.flatMap(({ access_key, secret_key }, index) =>
            rowsOf(access_key, secret_key, keys.length > 1 ? ` ${index + 1}` : ''),
          )}
        />
      </>
    ) : (
      <p>{messages.providerUsersSignIn}</p>
    )}
  </Dialog>
)
