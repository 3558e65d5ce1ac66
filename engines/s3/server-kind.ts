import { fileNames, type NameRules, s3Names } from './paths.ts'

/** Whether a server is VersityGW, by its `Server` header. */
export const isVersityGateway = (software: string) => /^VERSITYGW/i.test(software)

/** Server software that stores objects as files of the same name, and so reads `a//b` as `a/b`. */
const onFiles = /^(SeaweedFS|VERSITYGW|s3proxy|MinIO)/i

/** Rules for names by the `Server` header of a server. */
export const nameRulesOf = (software: string): NameRules => {
  if (!onFiles.test(software)) return s3Names
  const isSeaweed = /^SeaweedFS/i.test(software)
  const isVersity = isVersityGateway(software)
  return {
    ...fileNames,
    hasBackslashes: !isSeaweed,
    hasControlCharacters: !isSeaweed && !isVersity,
    hasEncodedUploads: !isSeaweed,
  }
}
