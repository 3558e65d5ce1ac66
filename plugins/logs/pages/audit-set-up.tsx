import * as v from 'valibot'
import { base, call } from 'stowage/web'
import { text } from 'stowage'
import { FormDialog } from 'stowage/ui'
import { INTAKE, logs } from '../contract.ts'
import * as messages from '../messages.ts'

const Address = v.object({
  address: v.pipe(
    text(1024),
    v.title('Address of this console'),
    v.description(messages.consoleAddressHelp),
    v.regex(/^https?:\/\/[^\s?#@]+$/, messages.consoleAddressFormat),
    v.metadata({ control: 'mono' }),
  ),
})

/** Makes the storage server send its audit records to this console. */
export const SetUp = ({ onClose }: { onClose: (address: string | undefined) => void }) => (
  <FormDialog
    title="Set Up Audit Logs"
    intro={messages.setUpAuditLogsHelp(INTAKE)}
    schema={Address}
    initial={{ address: `${location.origin}${base}` }}
    verb="Set Up"
    done={messages.auditRecordsArrive}
    onClose={() => onClose(undefined)}
    onSubmit={async (body) => {
      await call(logs.setUp, { body })
      onClose(body.address)
    }}
  />
)
