"""The flow of records through a review, as PRISMA 2020 and PRISMA-ScR draw it."""
