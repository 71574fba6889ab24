/** Specification 3, section 9: the largest license file, in bytes. */
export const LARGEST_LICENSE_FILE = 51_200;
