import type { S3ServerName } from './s3-servers.ts'

const replacedTime = 'An earlier version has the time at which it was replaced, so earlier states cannot be listed'

const lockedNeedsChecksum = 'An upload to a locked bucket needs a checksum, which scripts may leave out'

const noNotResource = 'Policies cannot have NotResource'

const accountNames = 'Service accounts have no names, and their descriptions cannot be changed'

const tagNames = 'Some characters are not allowed in the names of tags'

const otherUploadIds = 'Incomplete uploads are listed with other ids than they were started with'

const incompleteUploadList = 'Incomplete uploads may be missing in the list of all uploads of a bucket'

const unconditional = 'A conditional upload (If-None-Match) replaces an existing object'

const otherSettings = 'Some settings do not exist yet, or have other values'

const otherReport = 'A diagnostic report has fewer parts, and no names of servers'

const closedConnection = 'A request may end with a closed connection instead of an answer'

/**
 * Tests that a server fails because it differs from MinIO, with the reason: S3 leaves the behavior open, or the server
 * deviates. Keys are the beginnings of test titles.
 */
export const s3Differences: Partial<
  Record<S3ServerName | 'plain-minio' | `minio-${2023 | 2024 | 2025}` | 'all', Readonly<Record<string, string>>>
> = {
  all: {
    'a link supports ranges and HEAD': 'A link that is signed for GET does not permit HEAD',
    'a list reports how many versions': 'S3 does not tell how much a bucket holds',
    "a service account's link": 'The console creates no keys on plain S3 servers',
    'no object is created in a bucket that was deleted during the upload':
      'The console deletes no bucket with incomplete uploads',
  },
  versity: {
    'deletions in a versioned bucket add one marker': 'Delete markers are created in other cases than on MinIO',
    'metadata is listed on request': 'Listings have no metadata',
    'a bucket is emptied page by page': 'The reason for keeping a locked version is not the same',
    'an unknown version is not found': 'An unknown version is an invalid one',
    'all versions of one key are deleted': 'A key cannot be the prefix of another one with a slash',
    'the default retention is set': 'The root account deletes a version that has the default retention',
    'a name in use and invalid names': 'Names are accepted that S3 does not allow',
    'objects with any key keep tags': 'A copy of an object onto itself adds no version',
    'headers and metadata are replaced': 'A header of an object cannot be removed',
    'in a versioned bucket the earlier version stays, and in a locked one':
      'An object uploaded in parts does not get the default retention',
    'an unknown bucket and an unknown rule': 'Lifecycle rules are not offered, not even for a missing bucket',
    'a bucket is listed as of an earlier time': replacedTime,
    'a folder and a selection are downloaded as of an earlier time': replacedTime,
    'a restore whose bucket is deleted': replacedTime,
    'an aborted upload leaves nothing': 'Completing an aborted upload is answered with InvalidPart',
    'what a bucket could free': 'A deleted object is counted as a current one',
  },
  seaweedfs: {
    'deletions in a versioned bucket add one marker': 'Delete markers are created in other cases than on MinIO',
    'metadata is listed on request': 'Listings have no metadata',
    'a bucket is emptied page by page': 'The reason for keeping a locked version is not the same',
    'an unknown version is not found': 'An invalid version is an unknown one',
    'an upload to a missing bucket': 'An upload by an administrator creates the bucket',
    'every operation on a deleted bucket': 'An upload by an administrator creates the bucket',
    'objects with any key keep tags': 'A legal hold resets the content type of an object',
    'stored parts are listed with their checksums': 'Stored parts are listed without checksums',
    'concurrent senders of one part': 'Stored parts are listed without checksums',
  },
  moto: {
    'rules of each kind are read back': 'Some lifecycle rules are refused as invalid XML',
    'a change applies the given fields': 'Lifecycle rules lose the number of versions to keep',
    'an unknown tier is refused': 'Unknown storage classes are accepted',
    'a preview lists what a rule would expire': 'A deleted object is counted as a current one',
    'what a bucket could free': 'A deleted object is counted as a current one',
    'an older version, or one behind a delete marker': 'Versions are not listed from the newest to the oldest',
    'a bucket is listed as of an earlier time': 'Listings as of an earlier time differ',
    'a multipart upload with any valid key': 'Some names cannot be uploaded in parts',
    'stored parts are listed with their checksums': 'Stored parts are listed in another format, without checksums',
    'concurrent senders of one part': 'Stored parts are listed in another format, without checksums',
    'a part that arrives damaged': 'Checksums of parts are not compared',
    'an aborted upload leaves nothing': 'Completing an aborted upload fails with an internal error',
    'incomplete uploads are listed': 'All incomplete uploads have the same time',
    'in a versioned bucket the earlier version stays, and in a locked one': lockedNeedsChecksum,
    'an object under retention cannot be deleted': lockedNeedsChecksum,
    'an invented cursor is refused': 'An invented cursor causes an internal error',
    'a name in use and invalid names': 'Names are accepted that S3 does not allow',
    'versioning is turned on and suspended': 'Versions are lost when versioning is suspended',
    'object lock requires versioning': 'Versioning of a bucket with object lock can be suspended',
    'the default retention is set': 'Default retention can be set for an empty bucket only',
    'a link expires': 'Signatures are not verified',
    'a modified link is refused': 'Signatures are not verified',
    'deletions in a versioned bucket add one marker': 'Delete markers are created in other cases than on MinIO',
    'an unknown version is not found': 'An invalid version is an unknown one',
    'metadata is listed on request': 'Listings have no metadata',
    'a bucket is emptied page by page': 'The reason for keeping a locked version is not the same',
    'an edit keeps empty and long values': 'Metadata names with a plus sign are lost',
  },
  garage: {
    'a conditional upload': unconditional,
    'metadata is listed on request': 'Listings have no metadata',
    'a name in use and invalid names': 'Names are accepted that S3 does not allow',
  },
  'minio-2023': {
    'a conditional upload': unconditional,
    'Check Access answers 300 random questions': noNotResource,
    'rules of each kind are read back': 'Some lifecycle rules are refused as invalid XML',
    'an exhausted quota refuses': 'A quota applies once the server has counted the objects of the bucket',
    'a member of a disabled group': 'A disabled group takes away only its own policies',
    'group names may contain': 'Group names are accepted that cannot be addressed',
    'a service account keeps its description': accountNames,
    "a service account's link": accountNames,
    'a user creates service accounts': 'Deleting a missing service account is no error',
    'CORS rules are refused with the reason': 'Policies cannot have actions for CORS',
    'KMS keys are listed and tested': 'Creating a KMS key that exists is no error',
    'an archive of the server is imported': 'Archives of accounts cannot be imported',
    'an unknown bucket and an unknown rule': closedConnection,
    'a caller with read access cannot change rules': closedConnection,
    'a target is listed without its secrets': 'The error of an event target does not name its address',
    'a multipart upload with any valid key': otherUploadIds,
    'incomplete uploads are listed': otherUploadIds,
    'an empty bucket is deleted with its incomplete uploads': incompleteUploadList,
    'every field of every section': otherSettings,
    'a storage lists the sections': otherSettings,
    'a dynamic setting is saved': otherSettings,
    'invalid values are refused by name': otherSettings,
    'an audit webhook receives calls': otherSettings,
    'an object has no more versions': otherSettings,
    'a report arrives part by part': otherReport,
    'an anonymized report names no host': otherReport,
    'tags are set, replaced as a whole': tagNames,
    'tags, holds, retention and bypass': 'All who may read an object see its legal hold and retention',
    'edited metadata, a restored version and a moved object': 'A copy of an object keeps its legal hold and retention',
  },
  'minio-2024': {
    'Check Access answers 300 random questions': noNotResource,
    'tags are set, replaced as a whole': tagNames,
    'everyone can do with objects what their policies allow': closedConnection,
  },
  'minio-2025': {
    'everyone can do with objects what their policies allow': closedConnection,
  },
}
