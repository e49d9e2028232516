/** "suspect 1": how the report calls a model everywhere but in the table that gives its name. */
export function modelLabel(arm: 'suspect' | 'control', model: number): string {
  return `${arm} ${model + 1}`;
}
