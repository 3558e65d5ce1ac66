/** Settings without which a section has no effect. */
const addresses = [
  'config_url',
  'server_addr',
  'endpoint',
  'endpoints',
  'address',
  'nsqd_address',
  'broker',
  'brokers',
  'url',
  'connection_string',
  'dsn_string',
]

/** Whether a default target is configured. Storage servers report one without an address as enabled. */
export const isSetUp = (values: Readonly<Record<string, string>>) => {
  const addressKeys = addresses.filter((key) => key in values)
  return addressKeys.length === 0 || addressKeys.some((key) => values[key] !== '')
}
