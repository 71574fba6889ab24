/** Specification 3, section 9: the largest licence file, in bytes. */
export const LARGEST_LICENCE_FILE = 51_200;
