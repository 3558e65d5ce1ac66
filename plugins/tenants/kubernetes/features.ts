import type { Configuration } from './configuration.ts'

/** Variables that turn a feature on in MinIO; the part in brackets names one of several providers. */
const patterns = {
  encryption: /^MINIO_KMS_(?:SECRET_KEY|SECRET_KEY_FILE|KES_ENDPOINT|SERVER)$/,
  directory: /^MINIO_IDENTITY_LDAP_SERVER_ADDR$/,
  openid: /^MINIO_IDENTITY_OPENID_CONFIG_URL(_.+)?$/,
  logs: /^MINIO_LOG_QUERY_URL$/,
  monitoring: /^MINIO_PROMETHEUS_URL$/,
} as const
export type Feature = keyof typeof patterns

/** Switches that turn a feature off again, for the provider of the same name. */
const switches: Partial<Record<Feature, string>> = {
  directory: 'MINIO_IDENTITY_LDAP_ENABLE',
  openid: 'MINIO_IDENTITY_OPENID_ENABLE',
}

/** Values that MinIO reads as false (internal/config/bool-flag.go, and Go's strconv.ParseBool). */
const isOff = (value: string | undefined) => /^(off|disabled|0|f|false)$/i.test(value ?? '')

/** Whether a feature is configured. A variable counts even if its value comes from `valueFrom`. */
export const isOn = (feature: Feature, { settings, elsewhere }: Pick<Configuration, 'settings' | 'elsewhere'>) => {
  const flag = switches[feature]
  return [...settings].some(([name, value]) => {
    const match = patterns[feature].exec(name)
    if (!match || (value === '' && !elsewhere.has(name))) return false
    return flag === undefined || !isOff(settings.get(`${flag}${match[1] ?? ''}`))
  })
}
