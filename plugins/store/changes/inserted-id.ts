/** The number that a database gave the one row of an insert. @param ids what the insert answered */
export function insertedId([id]: readonly number[]): number {
  if (id === undefined) throw new Error('The database gave no number to a new row.');
  return id;
}
