import { fileNames, type NameRules, s3Names } from './paths.ts'

/** Server software that stores objects as files of the same name, and so reads `a//b` as `a/b`. */
const onFiles = /^(SeaweedFS|VERSITYGW|s3proxy|MinIO)/i

/** Rules for names by the `Server` header of a server. */
export const nameRulesOf = (software: string): NameRules => (onFiles.test(software) ? fileNames : s3Names)
