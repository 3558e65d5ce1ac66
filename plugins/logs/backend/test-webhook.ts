import type { TestSection } from 'stowage'
import { runChecks, webhookChecks } from 'stowage/server'

/** Connects to the webhook and sends nothing. */
const testWebhook: TestSection = ({ endpoint = '' }, { outbound }) => runChecks(webhookChecks(outbound, endpoint))

export default testWebhook
