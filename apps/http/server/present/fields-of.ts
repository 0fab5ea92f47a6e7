import * as z from 'zod';

/** A field of a request, with what it takes in its schema's words. */
export interface RequestField {
  readonly name: string;
  readonly isOptional: boolean;
  readonly wanted: string | undefined;
}

export function fieldsOf(request: z.ZodObject): readonly RequestField[] {
  // CAST: zod leaves the fields of an open shape untyped.
  return Object.entries(request.shape as Readonly<Record<string, z.ZodType>>).map(
    ([name, field]) => {
      const isOptional = field instanceof z.ZodOptional;
      return {
        name,
        isOptional,
        wanted: descriptionOf(field) ?? (isOptional ? descriptionOf(field.unwrap()) : undefined),
      };
    },
  );
}

function descriptionOf(field: z.core.$ZodType): string | undefined {
  return z.globalRegistry.get(field)?.description;
}
