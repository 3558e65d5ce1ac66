import * as v from 'valibot'
import { base, call } from 'stowage/web'
import { text } from 'stowage'
import { FormDialog } from 'stowage/ui'
import { INTAKE, logs } from '../contract.ts'

const Address = v.object({
  address: v.pipe(
    text(1024),
    v.title('Address of this console'),
    v.description('As the storage server reaches it.'),
    v.regex(/^https?:\/\/[^\s?#@]+$/, 'Enter an address such as https://console.example:9090'),
    v.metadata({ control: 'mono' }),
  ),
})

/** Makes the storage server send its audit records to this console. */
export const SetUp = ({ onClose }: { onClose: (address: string | undefined) => void }) => (
  <FormDialog
    title="Set Up Audit Logs"
    intro={`Adds an audit webhook named "stowage" to the storage server, with its own secret token. The server then sends a record of each API call to ${INTAKE} at this address.`}
    schema={Address}
    initial={{ address: `${location.origin}${base}` }}
    verb="Set Up"
    busyVerb="Setting Up"
    done="The storage server sends its audit records here"
    onClose={() => onClose(undefined)}
    onSubmit={async (body) => {
      await call(logs.setUp, { body })
      onClose(body.address)
    }}
  />
)
